import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { VitestFile, VitestReport } from './counts.ts';

/**
 * A reporter for vitest that writes what each file came to, to VITEST_COUNTS: its JSON report does not tell why a test was skipped. A file
 * that could not be loaded, or an error between two tests, is a failure too.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.VITEST_COUNTS;
    if (!path) return;
    const report: VitestReport = { errors: unhandled.length, files: modules.map(fileOf) };
    writeFileSync(path, JSON.stringify(report));
  }
}

function fileOf(module: TestModule): VitestFile {
  const file: VitestFile = {
    project: module.project.name,
    path: module.moduleId,
    passed: 0,
    failed: [],
    skipped: [],
  };
  for (const error of module.errors()) file.failed.push(`${module.relativeModuleId}: ${error.message}`);
  for (const test of module.children.allTests()) {
    const result = test.result();
    const name = `${module.project.name}: ${test.fullName}`;
    if (result.state === 'passed') file.passed += 1;
    else if (result.state === 'skipped')
      file.skipped.push(`${name}: ${result.note ?? 'skipped in its file'}`);
    else file.failed.push(name);
  }
  return file;
}

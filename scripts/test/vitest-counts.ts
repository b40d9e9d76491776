import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import type { Counts } from './counts.ts';

/**
 * A reporter for vitest that writes our counts to VITEST_COUNTS: its JSON report does not tell why a test was skipped. A file that could
 * not be loaded, or an error between two tests, is a failure too.
 */
export default class CountingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env.VITEST_COUNTS;
    if (!path) return;
    const counts: Counts = { passed: 0, failed: unhandled.length, skipped: [], unsteady: [] };
    for (const module of modules) {
      counts.failed += module.errors().length;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') counts.passed += 1;
        else if (result.state === 'skipped') {
          counts.skipped.push(
            `${module.project.name}: ${test.fullName}: ${result.note ?? 'skipped in its file'}`,
          );
        } else counts.failed += 1;
      }
    }
    writeFileSync(path, JSON.stringify(counts));
  }
}

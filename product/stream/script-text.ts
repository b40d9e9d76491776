/**
 * The text of a script for browsers, from a function that is written and checked as all others are.
 * It may use nothing that stands outside of it. Its comments and indents stay here.
 * @param data what it is called with, as JSON
 */
export const scriptText = <Data>(script: (data: Data) => void, data: Data): string =>
  `(${script
    .toString()
    .replace(/\/\*\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/\n\s*/g, '\n')})(${JSON.stringify(data).replaceAll('<', '\\u003c')})`;

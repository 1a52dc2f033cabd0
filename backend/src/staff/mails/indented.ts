/** Indents a text of staff so that its lines stay as they are: in a mail, lines that are not indented flow together. */
export const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `  ${line.trim()}`))
    .join('\n')

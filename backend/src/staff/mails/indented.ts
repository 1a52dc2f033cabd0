/** What staff wrote, with its lines as they are: in a mail, lines that are not indented flow together. */
export const indented = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line.trim() === '' ? '' : `  ${line.trim()}`))
    .join('\n')

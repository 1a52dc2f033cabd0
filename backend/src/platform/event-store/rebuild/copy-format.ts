/** PostgreSQL's text format of COPY: a line a row, columns between tabs, \N for null. */

const special = /[\\\t\n\r\b\f\v]/
const specials = /[\\\t\n\r\b\f\v]/g
const letters: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
  '\b': '\\b',
  '\f': '\\f',
  '\v': '\\v',
}
const characters = Object.fromEntries(Object.entries(letters).map(([character, written]) => [written, character]))

export const nullField = '\\N'

export function copyField(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => letters[character] ?? character) : text
}

/** The columns of a line, without its end. */
export function copyFields(line: string): (string | null)[] {
  const fields = line.split('\t')
  return line.includes('\\') ? fields.map(readField) : fields
}

function readField(field: string): string | null {
  if (!field.includes('\\')) return field
  return field === nullField ? null : field.replace(/\\./g, (written) => characters[written] ?? written.slice(1))
}

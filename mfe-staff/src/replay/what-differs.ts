type Row = Readonly<Record<string, unknown>>

const shown = (value: unknown): string => JSON.stringify(value ?? null)

/** What tells a row that is served from the one that the facts make, a sentence for each. */
export function whatDiffers(live: Row | null, rebuilt: Row | null): string[] {
  if (live === null) return [`The facts make this row, and it is not served: ${shown(rebuilt)}`]
  if (rebuilt === null) return [`This row is served, and no fact makes it: ${shown(live)}`]
  return [...new Set([...Object.keys(live), ...Object.keys(rebuilt)])]
    .filter((field) => shown(live[field]) !== shown(rebuilt[field]))
    .map((field) => `${field} is served as ${shown(live[field])}; the facts make it ${shown(rebuilt[field])}`)
}

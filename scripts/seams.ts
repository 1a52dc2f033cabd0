import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { boundaries, options } from './seam-rules.ts'

export interface Violation {
  readonly rule: string
  readonly from: string
  readonly to: string
}

const rooms = ['events', 'backend', 'shell', 'mfe-tournament', 'mfe-dinner', 'mfe-staff']

/** Every import below `root` that crosses a boundary; see `seam-rules.ts`. */
export async function findViolations(root: string, folders: readonly string[] = rooms): Promise<Violation[]> {
  const { output } = await cruise([...folders], {
    ...options,
    baseDir: root,
    ruleSet: { forbidden: [...boundaries] },
    validate: true,
  })
  return (output as ICruiseResult).summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to }))
}

if (import.meta.main) {
  const violations = await findViolations(process.cwd())
  for (const { rule, from, to } of violations) console.error(`${rule}: ${from} -> ${to}`)
  console.log(
    violations.length === 0 ? 'No import breaks a boundary.' : `${violations.length} imports go through boundaries.`,
  )
  process.exitCode = violations.length === 0 ? 0 : 1
}

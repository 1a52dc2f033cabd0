/** Everything that others rely on, as named texts: `{ 'POST /api/shelves sends body.name': 'required string' }`. */
export type Surface = Readonly<Record<string, string>>

/** The step by which a change raises a version, as semantic versioning defines it. */
type Bump = 'none' | 'minor' | 'major'

/** One piece that was added (`before` is null), removed (`after` is null) or changed. */
export interface SurfaceChange {
  readonly name: string
  readonly before: string | null
  readonly after: string | null
}

export function findChanges(before: Surface, after: Surface): SurfaceChange[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names]
    .map((name) => ({ name, before: before[name] ?? null, after: after[name] ?? null }))
    .filter((change) => change.before !== change.after)
}

/** A surface, its version, and what its changes mean for those who rely on it. */
export interface Guarded {
  /** A noun phrase, such as "The interface of dinner". */
  readonly title: string
  /** Name of the file that it is recorded in. */
  readonly name: string
  readonly version: string
  readonly surface: Surface
  readonly breaks: (change: SurfaceChange, before: Surface) => boolean
  /** Gives what was only renamed its current name. Set for a surface where a new name breaks no one. */
  readonly applyRenames?: (recorded: Surface) => Surface
  /** Writes another version into the source. */
  readonly raiseTo: (version: string) => void
}

export interface Recorded {
  readonly version: string
  readonly surface: Surface
}

type Compared = Pick<Guarded, 'surface' | 'breaks' | 'applyRenames'>

const listChanges = ({ surface, applyRenames = (same) => same }: Compared, recorded: Surface): SurfaceChange[] =>
  findChanges(applyRenames(recorded), surface)

/** The meaning of the changes of a surface, and the changes that decide it. */
interface Verdict {
  readonly bump: Bump
  /** The breaking changes; without any, all changes. */
  readonly because: readonly SurfaceChange[]
}

export function judge(guarded: Compared, recorded: Surface): Verdict {
  const changes = listChanges(guarded, recorded)
  const breaking = changes.filter((change) => guarded.breaks(change, recorded))
  if (breaking.length > 0) return { bump: 'major', because: breaking }
  return { bump: changes.length > 0 ? 'minor' : 'none', because: changes }
}

/** Leaves out what is new below something new, such as the fields of a new call. */
export const outermost = (changes: readonly SurfaceChange[]): SurfaceChange[] =>
  changes.filter(({ name }) => !changes.some((other) => other.before === null && isBelow(other.name, name)))

/** `POST /api/shelves sends body` is below `POST /api/shelves`; `body.name` and `body[]` are below `body`. */
const isBelow = (outer: string, name: string): boolean =>
  name.startsWith(outer) && [' ', '.', '['].includes(name.charAt(outer.length))

/** `POST /api/shelves sends body.name: was "string", is "required string"`. */
export function describeChange({ name, before, after }: SurfaceChange): string {
  if (before === null) return `${name}: new${after ? `, "${after}"` : ''}`
  return after === null ? `${name}: gone` : `${name}: was "${before}", is "${after}"`
}

/**
 * Describes changes, the rarest first. Those of equal fields in many places are one, such as a field that is new in the
 * answers of all calls: `GET /api/shelves answers 200.shelves[].wood: new, "string" (and in 12 more places)`.
 */
export function listAlike(changes: readonly SurfaceChange[]): string[] {
  const kinds = Map.groupBy(changes, ({ name, before, after }) => [name.split(/[ .]/).at(-1), before, after].join())
  return [...kinds.values()]
    .toSorted((one, other) => one.length - other.length)
    .flatMap(([first, ...more]) =>
      first ? [describeChange(first) + (more.length > 0 ? ` (and in ${more.length} more places)` : '')] : [],
    )
}

/** `1.4.2` raised by `minor` is `1.5.0`. */
export function raised(version: string, bump: Bump): string {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (bump === 'none') return version
  return bump === 'major' ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`
}

/** Reports in a sentence that the current version does not fit the changes since the recorded one; null if it does. */
export function complaintAbout(guarded: Guarded, recorded: Recorded): string | null {
  const { bump, because } = judge(guarded, recorded.surface)
  if (bump === 'none' && withoutPatch(recorded.version) === withoutPatch(guarded.version)) return null
  if (bump === 'none')
    return `${guarded.title} is version ${guarded.version}, and nothing of it has changed since ${recorded.version}.`
  const reasons = listAlike(because).slice(0, 3).join('; ')
  return `${guarded.title} has changed (${reasons}), which makes it version ${raised(recorded.version, bump)}: npm run accept raises and records it.`
}

/** `1.4.2` is `1.4`. */
const withoutPatch = (version: string): string => version.split('.').slice(0, 2).join('.')

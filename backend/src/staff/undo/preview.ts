import { createHash } from 'node:crypto'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { hasRule, type PartValue, type StateSummary, type StreamEvent, type Summarizer } from '../../platform/undo.ts'
import { describeEvents } from '../read/audit/describe.ts'
import {
  type ChangedSince,
  canUndo,
  type DryRun,
  type DryRunStream,
  dryRunUndo,
  listDifferences,
  type PossibleUndo,
  type PreparedStep,
  type UndoPlatform,
  type UndoRequest,
} from './dry-run.ts'

/** An undo that is ready to run. */
export interface PreparedUndo {
  readonly preview: Preview
  readonly steps: readonly PreparedStep[]
  /** A digest of preview and steps. A request to undo names the version that staff saw, and fails if it has changed. */
  readonly version: number
}
/**
 * Its field `also` lists consequences, as sentences. `undoable` is true if this undo can be undone in turn. The route
 * adds the field `action`: the events of the same request that are undone together with this event.
 */
type Preview = Omit<UndoPreview, 'action'>

/** Tries the undo (`dryRunUndo`: which commands and events, or why not), and turns the result into what staff read. */
export async function prepareUndo(
  platform: UndoPlatform,
  event: RecordedEvent,
  request: UndoRequest,
): Promise<PreparedUndo> {
  const dryRun = await dryRunUndo(platform, event, request)
  const preview = await previewDryRun(platform, dryRun, request)
  const steps = dryRun.kind === 'possible' ? dryRun.steps : []
  const stepVersions = steps.map(({ stream, expectedVersion }) => [stream, expectedVersion])
  return { preview, steps, version: computeVersion([event.metadata.position, preview, stepVersions]) }
}

async function previewDryRun(platform: UndoPlatform, dryRun: DryRun, request: UndoRequest): Promise<Preview> {
  if (dryRun.kind === 'possible') return previewPossible(platform, dryRun)
  const why = dryRun.kind === 'impossible' ? dryRun.reason : await describeChanged(platform, dryRun, request)
  return { can: false, why, changes: [], also: [], undoable: false }
}

/** The most changes that are listed one by one. */
const maxChanges = 20

async function previewPossible(
  platform: UndoPlatform,
  { streams, events, consequences }: PossibleUndo,
): Promise<Preview> {
  const changes = (
    await Promise.all([...streams].map(([stream, dryRunStream]) => previewChanges(platform, stream, dryRunStream)))
  ).flat()
  const hiddenCount = changes.length - maxChanges
  // The note mentions places, because the summary of pools has a part for each place of a team.
  const hiddenNote = hiddenCount > 0 ? [`${hiddenCount} more places and parts change.`] : []
  return {
    can: true,
    why: null,
    changes: changes.slice(0, maxChanges),
    also: [...hiddenNote, ...consequences, ...(await describeConsequences(platform, events))],
    undoable: events.some((event) => hasRule(event, platform.modules())),
  }
}

/** Describes the later change that prevents the undo. If that change can be undone, advises to undo it first. */
async function describeChanged(
  platform: UndoPlatform,
  { parts, findLastChange }: ChangedSince,
  request: UndoRequest,
): Promise<string> {
  const sentence = `The ${parts.slice(0, 3).map(uncapitalize).join(', ')} ${parts.length === 1 ? 'has' : 'have'} changed since`
  const change = findLastChange()
  if (!change) return `${sentence}.`
  const [description] = await describeEvents(platform, [change])
  // This is another dry run, of that change alone.
  const advice = (await canUndo(platform, change, request)) ? ' Undo that first.' : ''
  return `${sentence}: ${change.metadata.actor.name ?? 'someone'} ${description?.text ?? 'changed it'}.${advice}`
}

const uncapitalize = (part: string): string => part.charAt(0).toLowerCase() + part.slice(1)

/** Compares a stream as it is with the stream after the undo. */
async function previewChanges(
  platform: UndoPlatform,
  stream: string,
  { stored, decided }: DryRunStream,
): Promise<UndoPreview['changes']> {
  const summarizer = findSummarizer(platform, stream)
  if (!summarizer) return []
  const present = stateAfter(summarizer, stored)
  const was = summarizer.summarize(present, stream)
  const becomes = summarizer.summarize(decided.reduce(summarizer.evolve, present), stream)
  const subject = await describeSubject(platform, stream, decided)
  // The value of a part may be a stream, such as a team. Then the name of the team is shown.
  const describeValue = async (value: PartValue | undefined): Promise<string> =>
    typeof value === 'object' ? describeSubject(platform, value.stream) : value || 'none'
  const changes = await Promise.all(
    selectParts(was, becomes, summarizer.presence).map(async (part) => {
      const label = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${part}`
      return {
        subject: label,
        // Screens of older releases read the subject as `thing`.
        thing: label,
        was: await describeValue(was[part]),
        becomes: await describeValue(becomes[part]),
      }
    }),
  )
  // Parts that differ may read the same: an empty one reads like one that is missing.
  return changes.filter((change) => change.was !== change.becomes)
}

/** Finds how the streams of this category are summarized. Only one module has a category. */
function findSummarizer({ modules }: UndoPlatform, stream: string): Summarizer | undefined {
  const category = categoryOf(stream)
  return modules().find(({ undo }) => undo?.summaries[category])?.undo?.summaries[category]
}

/**
 * Returns the names of the parts to show. If the subject itself comes or goes, only its presence is shown, because its
 * other parts come and go with it.
 */
function selectParts(was: StateSummary, becomes: StateSummary, presence: string | undefined): string[] {
  const parts = listDifferences(was, becomes)
  return presence !== undefined && parts.includes(presence) ? [presence] : parts
}

/**
 * Returns the name of the stream's subject in the audit. For a stream without events, that is the name in the first
 * event that the undo would append.
 */
async function describeSubject(
  platform: UndoPlatform,
  stream: string,
  decided: readonly Event[] = [],
): Promise<string> {
  const newest = await platform.log.read({ stream, newestFirst: true, limit: 1 })
  // The sentence of an event needs no more metadata than this.
  const asStored = (event: Event) => ({ ...event, metadata: { stream, version: 1 } }) as unknown as RecordedEvent
  const [description] = await describeEvents(platform, newest.length > 0 ? newest : decided.slice(0, 1).map(asStored))
  return description?.subject ?? stream
}

/** Describes what the events of an undo mean for each module. */
async function describeConsequences({ modules }: UndoPlatform, events: readonly StreamEvent[]): Promise<string[]> {
  const consequences = modules().flatMap(({ undo }) => events.map((event) => undo?.describeConsequences?.(event) ?? []))
  return [...new Set((await Promise.all(consequences)).flat())]
}

/** Returns a digest of the value, as a number that fits into a version. */
function computeVersion(value: unknown): number {
  return createHash('sha256').update(JSON.stringify(value)).digest().readUIntBE(0, 6)
}

import { createHash } from 'node:crypto'
import type { Event } from '@ultimate/event-store/emmett.ts'
import type { RecordedEvent } from '@ultimate/event-store/recorded-event.ts'
import { categoryOf } from '@ultimate/event-store/registry.ts'
import type { UndoPreview } from '@ultimate/events/platform/api.ts'
import { stateAfter } from '../../platform/state-after.ts'
import { hasRule, type StateSummary, type StreamEvent, type SummaryPart } from '../../platform/undo.ts'
import { describeEvents } from '../read/audit/describe.ts'
import { type ChangedSince, listDifferences } from './changes-since.ts'
import {
  canUndo,
  type DryRun,
  type DryRunStream,
  dryRunUndo,
  type PossibleUndo,
  type PreparedStep,
  type UndoPlatform,
  type UndoRequest,
} from './dry-run.ts'

/** The preview and the steps of an undo. `version` is a digest of both: a change of either changes it. */
export interface PreparedUndo {
  readonly preview: Preview
  readonly steps: readonly PreparedStep[]
  readonly version: number
}
/** `action` is about the whole request, of which this event is one. */
type Preview = Omit<UndoPreview, 'action'>

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
  const hiddenNote = hiddenCount > 0 ? [`${hiddenCount} more places and parts change.`] : []
  return {
    can: true,
    why: null,
    changes: changes.slice(0, maxChanges),
    also: [...hiddenNote, ...consequences, ...(await describeConsequences(platform, events))],
    // This undo can be undone in turn if the site can undo one of its events.
    undoable: events.some((event) => hasRule(event, platform.modules())),
  }
}

/** Returns why a change since prevents the undo, and whether that change can be undone first. */
async function describeChanged(
  platform: UndoPlatform,
  { parts, findLastChange }: ChangedSince,
  request: UndoRequest,
): Promise<string> {
  const sentence = `The ${parts.slice(0, 3).map(uncapitalize).join(', ')} ${parts.length === 1 ? 'has' : 'have'} changed since`
  const change = findLastChange()
  if (!change) return `${sentence}.`
  const [description] = await describeEvents(platform, [change])
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
  const category = platform.modules().flatMap(({ undo }) => undo?.summaries[categoryOf(stream)] ?? [])[0]
  if (!category) return []
  const present = stateAfter(category, stored)
  const was = category.summarize(present, stream)
  const becomes = category.summarize(decided.reduce(category.evolve, present), stream)
  const subject = await describeSubject(platform, stream, decided)
  const describePart = async (part: SummaryPart | undefined): Promise<string> =>
    typeof part === 'object' ? describeSubject(platform, part.stream) : part || 'none'
  const changes = await Promise.all(
    selectParts(was, becomes, category.presence).map(async (part) => {
      const partName = `${subject.charAt(0).toUpperCase()}${subject.slice(1)}: ${part}`
      return {
        subject: partName,
        // Parts of older releases read the subject as `thing`.
        thing: partName,
        was: await describePart(was[part]),
        becomes: await describePart(becomes[part]),
      }
    }),
  )
  // Parts that differ may read the same: an empty one reads like one that is missing.
  return changes.filter((change) => change.was !== change.becomes)
}

/** Returns the parts to show: only the presence of a subject that comes or goes, because its other parts go with it. */
function selectParts(was: StateSummary, becomes: StateSummary, presence: string | undefined): string[] {
  const parts = listDifferences(was, becomes)
  return presence !== undefined && parts.includes(presence) ? [presence] : parts
}

/**
 * Returns the name of the stream's subject in the audit. A subject that is not stored yet has the name that the first
 * event of its plan will give it.
 */
async function describeSubject(
  platform: UndoPlatform,
  stream: string,
  [first]: readonly Event[] = [],
): Promise<string> {
  const newest = await platform.log.read({ stream, newestFirst: true, limit: 1 })
  const firstOfPlan = first ? [{ ...first, metadata: { stream, version: 1 } } as unknown as RecordedEvent] : []
  const [description] = await describeEvents(platform, newest.length > 0 ? newest : firstOfPlan)
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

import { join } from 'node:path'
import { eventsOfModules } from '../../events/src/all-events.ts'

export const undoTableFile = join(import.meta.dirname, '../../docs/undo.md')

const introduction = `# Undo

Every event is undone by new events that name it, or this page says why it can't be. Nothing is deleted. An undo appends
events of this table too, so it can be undone where they can. An event can be undone as long as what it changed is still as
it left it, the edition is the current one, and no person in it was forgotten. The TD undoes anything, others what they did
themselves. How undo works: [audit-and-undo.md](audit-and-undo.md#undo).

The definition of an event in \`events/src/<module>/events.ts\` says this, \`backend/src/<module>/undo.ts\` does it, and
\`npm run accept\` generates this page.
`

/** Returns the page `docs/undo.md`, which lists the undo of each event from its definition. */
export function undoTable(): string {
  const sections = Object.entries(eventsOfModules).map(([name, events]) => {
    const rows = Object.entries(events).map(([type, { undo = { why: '' } }]) =>
      'why' in undo ? `| \`${type}\` | no | ${undo.why} |` : `| \`${type}\` | yes | ${undo.by} |`,
    )
    return [`## ${name}`, '', '| Event | Undo | How, or why not |', '|---|---|---|', ...rows].join('\n')
  })
  return `${introduction}\n${sections.join('\n\n')}\n`
}

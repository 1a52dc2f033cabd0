import { scrub } from '@ultimate/event-store/personal-data/event-codec.ts'
import type { Forgetting } from '@ultimate/events/staff/people-api.ts'
import { buildContext, explainRejection, runCommand, withSite } from './command-line.ts'
import { CannotStart } from './platform/errors.ts'
import { forgetPerson } from './staff/module.ts'

const help = `npm run forget -- <e-mail> [--preview] [--scrub]
npm run forget -- --scrub

Makes everything that is recorded about a person unreadable for good, while the site may go on serving: in the log, in
lists, in stored answers and in mails that lie in the outbox. Says what cannot be read any more, and what remains.

  --preview  say it, and change nothing
  --scrub    then write the database's files anew, which still hold removed rows until then, and replace its write-ahead
             log. Locks one table after another; needs a superuser.
  --help     say this`

interface Options {
  readonly preview?: boolean | undefined
  readonly scrub?: boolean | undefined
}

const forgetAndScrub = (email: string | undefined, { preview = false, scrub: scrubs = false }: Options) =>
  withSite('forget', async ({ platform, database }) => {
    if (email !== undefined) {
      const request = { by: null, preview, context: buildContext('forget') }
      const forgetting = await forgetPerson(platform, { email }, request).catch(explainRejection)
      process.stdout.write(formatReport(forgetting, preview))
    }
    if (scrubs && !preview) {
      await database.asOwner((owner) => scrub(owner.sql)).catch(explainMissingRights)
      process.stdout.write('The files of the database were written anew.\n')
    }
    return 0
  })

/** The SQLSTATE for a missing right. */
const insufficientPrivilege = '42501'
function explainMissingRights(cause: { readonly code?: string; readonly message?: string }): never {
  if (cause.code !== insufficientPrivilege) throw cause
  throw new CannotStart(`--scrub needs a superuser of the database: ${cause.message}`, { cause })
}

function formatReport({ unreadable, remains }: Forgetting, isPreview: boolean): string {
  if (unreadable.length === 0) return 'Nothing readable is recorded under this address.\n'
  const list = (title: string, sentences: readonly string[]) =>
    `${title}\n${sentences.map((sentence) => `  - ${sentence}\n`).join('')}`
  return list(isPreview ? 'Would become unreadable:' : 'Can no longer be read:', unreadable) + list('Remains:', remains)
}

const boolean = { type: 'boolean' } as const
await runCommand({ help, flags: { preview: boolean, scrub: boolean }, maxWords: 1 }, (options, [email]) =>
  email === undefined && !options.scrub ? null : forgetAndScrub(email, options),
)

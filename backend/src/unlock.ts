import { buildContext, explainRejection, runCommand, withSite } from './command-line.ts'
import { unlockUser } from './staff/module.ts'

const help = `npm run unlock -- <username>

Removes the second factor of a user who has lost it, and their passkeys, while the site may go on serving. They sign in
with the password alone, and are signed out everywhere. For the last TD: others ask a TD, in Access Controls.

  --help  say this`

const unlock = (username: string): Promise<number> =>
  withSite('unlock', async ({ platform }) => {
    await unlockUser(platform, username, buildContext('unlock', 'The server')).catch(explainRejection)
    process.stdout.write(`${username} signs in with the password alone now, and is signed out everywhere.\n`)
    return 0
  })

await runCommand({ help, maxWords: 1 }, (_, [username]) => (username === undefined ? null : unlock(username)))

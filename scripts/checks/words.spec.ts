import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folders = '{backend,bench,docs,e2e,events,mfe-*,scripts,shell}'
const files = globSync([`${folders}/**/*.{ts,tsx,css,md}`, '*.md'], { cwd: root }).filter(
  (file) => !/node_modules|\/dist\/|skew\/releases|words\.spec/.test(file),
)

/** Words that readers stopped at, with what stands in their place (docs/glossary.md). */
const replaced: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\bmost[A-Z]\w*/, 'max…, for a limit'],
  [/\bsomebody\b/i, 'someone'],
  [/\bwaits? for the line\b/i, 'waits for the connection'],
  [/\bthe line (is|was) (back|gone|down)\b/i, 'the connection is back, or lost'],
  [/\bwithout a line\b/i, 'without a connection, offline'],
  [/\bmail is on its way\b/i, 'we have emailed'],
  [/\bmost likely you\b/i, 'you (or someone using this address)'],
  [/\btaken out meanwhile\b/i, 'removed in the meantime'],
  [/\bamong the junk\b/i, 'spam folder'],
  [/\bsite sends no mail\b/i, 'sends no email'],
  [/\bstays good\b/i, 'still works'],
  [/\bemails (?:are leaving|(?:that )?have left)\b/i, 'are being sent, were sent'],
]

/** The same for names in code. */
const replacedNames: typeof replaced = [
  [/\b(?:use|is|lose|cut|changing|misbehaving|waitsFor|WaitsFor)Line(?:Store|Up|Down|New|Props)?\b/, 'connection'],
  [/\b(?:Tap|NewTap|Tap(?:Step|Event|Owner|Request|Store|News|Word)|RefusedTap)\b(?! [a-z])/, 'QueuedCommand, command'],
  [/\b(?:new|keep|kept|decide|discard|read|due|last|use|is\w+|changeOf)Taps?\b/, 'command, queue'],
  [/\b[Oo]utbox(?:Dialog|State|Parts|Engine|Begun)\b|\bcreateOutbox\b/, 'queue'],
  [/(?<!')\b(?:use)?[Kk]ept[A-Z]\w*|\b\w+Kept\b(?<!isKept|ResultKept)/, 'stored, cached, saved'],
  [/\b\w+Told\b|\btell[A-Z]\w*/, 'report, show, notify'],
  [/\b(?:describe|decide|use|Bid)\w*Standing\b/, 'status'],
  [/\bcommitment\b/i, 'sign-up'],
  [/\b(?:withdraw|reinstate)Signup\b/, 'cancelSignup, restoreSignup'],
  [/\bunless said otherwise\b/, 'by default'],
  [/\bfewest[A-Z]\w*/, 'min…, for a limit'],
  [
    /\bstep: '(?:not-sent|refused)'|'(?:keep theirs|do mine now)'|\btappedAt\b|\bstepWords\b/,
    'queued, discard, repeat, queuedAt, statusWords',
  ],
  [/\bisAboutStanding\b|\bStandingEvent\b/, 'state'],
  [/\buse(?:UpFailedPreloads|BuiltSite)\b/, 'a verb; use… is for hooks'],
  [/\bsay(?:sNone|Failure)\b/, 'show, report, return'],
  [/\b[A-Z]\w*Desk(?:Page|Props)?\b/, 'staff, editor: only the page of what waits is the Desk'],
  [
    /\b(?:interface|type) (?:Known|Asked|Place|Named|Found|Listed|Shown|Drawn|Wanted|Counted|Taken|Described|Prepared|Reported|Moved|Asking)\b/,
    'a noun that names what the type holds',
  ],
]
/** Names that released parts request from the shell, and stored names, never change; these files translate them. */
const inOldWords =
  /^shell\/(kit\/(outbox\/outbox(\.dom\.spec)?|offline-queue\/(queue|stored-command(\.spec)?|store\.spec)|state\/(kept|line|storage|connection))|src\/remotes\/shares)\.ts$|^e2e\/offline-queue\/night\.e2e\.ts$/
const hasNames = (file: string) => /^(backend|e2e|events|mfe-[a-z]+|shell)\//.test(file) && !inOldWords.test(file)

const wordsIn = (text: string, words: typeof replaced = [...replaced, ...replacedNames]): string[] =>
  words.flatMap(([found, instead]) => {
    const [word] = found.exec(text) ?? []
    return word === undefined ? [] : [`"${word}": ${instead}`]
  })

describe('Words that were replaced', () => {
  it('do not come back in code, docs and screens', () => {
    const found = files.flatMap((file) =>
      wordsIn(readFileSync(join(root, file), 'utf8'), hasNames(file) ? undefined : replaced).map(
        (complaint) => `${file}: ${complaint}`,
      ),
    )
    expect(found).toEqual([])
  })

  it.each([
    ['const mostSlots = 20', /max…/],
    ['waits for somebody', /someone/],
    ['when the line is back', /connection/],
    ['works without a line', /offline/],
    ['most likely you typed it', /using this address/],
    ['was taken out meanwhile', /removed/],
    ['<span>Waits for the line</span>', /connection/],
    ['A mail is on its way.', /emailed/],
    ['Look among the junk as well.', /spam folder/],
    ['This site sends no mail.', /email/],
    ['The link stays good.', /still works/],
    ['The emails are leaving', /being sent/],
    ['const isUp = useLineStore(lineOf)', /connection/],
    ['<WaitsForLine waiting={waiting} />', /connection/],
    ['function readTap(found: unknown): Tap | null', /command/],
    ['const taps = useTaps()', /queue/],
    ['export function OutboxDialog() {}', /queue/],
    ['const keptAt = useKeptAnswer(board)', /stored/],
    ['await tellListeners(outcome)', /report/],
    ['const status = useBidStanding(id)', /status/],
    ['A commitment is shown at once.', /sign-up/],
    ['await withdrawSignup(key, id)', /cancelSignup/],
    ['Milliseconds; 3000 unless said otherwise.', /by default/],
    ['const fewestSlots = 1', /min…/],
    ["step: 'not-sent'", /queued/],
    ['const isAboutStanding = true', /state/],
    ['useBuiltSite()', /hooks/],
    ['sayFailure(why)', /show/],
    ['export function BracketDesk() {}', /staff/],
    ['export interface Known {', /noun/],
  ])('are found in %s', (text, complaint) => expect(wordsIn(text).join()).toMatch(complaint))
})

import { createStore } from 'zustand/vanilla'
import { isGivenUp, nextTime, nextToSend, oneToProbe, pauseAfter } from './schedule.ts'
import { type NewTap, nextStep, type Rejection, type SendFailure, type SendOutcome, type Tap } from './tap.ts'

/** Where taps are kept. Each call is one transaction. */
export interface TapStore {
  all(): Promise<readonly Tap[]>
  /** Keeps a new one and gives it its order. Rejects where the key is taken. */
  add(tap: NewTap): Promise<Tap>
  /** Replaces one that is still there. */
  put(tap: Tap): Promise<void>
  remove(tap: Tap): Promise<void>
}

/** What a tab tells the others of this device. */
export type TapNews =
  | { readonly type: 'changed'; readonly tap: Tap }
  | { readonly type: 'gone'; readonly tap: Tap; readonly answer?: unknown }

export interface OutboxState {
  /** By key. */
  readonly taps: ReadonlyMap<string, Tap>
}

interface OutboxParts {
  readonly store: TapStore
  readonly send: (tap: Tap) => Promise<SendOutcome>
  /** Fixes when the tap happened, for the server. */
  readonly timeOf: (tap: Tap) => string
  /** Whose taps can be sent; null where no one is signed in. */
  readonly owner: () => string | null
  readonly now: () => number
  readonly random: () => number
  /** Runs `work` while no other tab of this device sends, unless `isOurs` says that its turn was taken away. */
  readonly alone: (work: (isOurs: () => boolean) => Promise<void>) => Promise<void>
  /** Calls `wake` after so many milliseconds, instead of what was scheduled before. */
  readonly later: (ms: number, wake: () => void) => void
  readonly tell: (news: TapNews) => void
  /** Every outcome, before the tap is shown as sent or refused: a screen takes the answer first. */
  readonly onOutcome: (tap: Tap, outcome: SendOutcome) => Promise<void>
}

/** So many tries in a row without an answer, of different subjects: then it is the connection. */
const maxSilences = 2

const isSilence = (outcome: SendOutcome): boolean => outcome.kind === 'unanswered' && outcome.trouble.because === 'line'

/** Everything that was tapped on this device and is not sent. One in each tab; the store is what they share. */
export function createOutbox(parts: OutboxParts) {
  const { store, send, timeOf, owner, now, random, alone, later, tell, onOutcome } = parts
  const state = createStore<OutboxState>()(() => ({ taps: new Map() }))
  let isLineDown = false
  /** The line may be back: what waits for it is due. */
  let isLineNew = true
  /** Runs in a row that ended because nothing was answered. */
  let silentRuns = 0
  let running: Promise<void> | null = null
  let isWanted = false

  const taps = () => state.getState().taps
  const change = (next: ReadonlyMap<string, Tap>) => state.setState({ taps: next })
  const show = (tap: Tap) => change(new Map(taps()).set(tap.key, tap))
  const hide = ({ key }: Tap) => change(new Map([...taps()].filter(([other]) => other !== key)))
  const put = async (tap: Tap) => {
    await store.put(tap)
    show(tap)
    tell({ type: 'changed', tap })
  }
  const remove = async (tap: Tap, answer?: unknown) => {
    await store.remove(tap)
    tell({ type: 'gone', tap, answer })
    hide(tap)
  }
  /** The same object for the same tap, so that no screen is drawn again for what it shows already. */
  const knownAs = (tap: Tap): Tap => {
    const shown = taps().get(tap.key)
    return shown && JSON.stringify(shown) === JSON.stringify(tap) ? shown : tap
  }
  /** What was kept while the store was read is not in its answer. */
  const load = async () => {
    const before = taps()
    const found = (await store.all()).map((tap) => [tap.key, knownAs(tap)] as const)
    const now = taps()
    const next = new Map([...found, ...[...now].filter(([key]) => !before.has(key))])
    const isNews = next.size !== now.size || [...next].some(([key, tap]) => now.get(key) !== tap)
    if (isNews) change(next)
  }

  /** No other tab is sending: what says so was left behind by a tab that ended. */
  function takeOver(): void {
    for (const tap of taps().values())
      if (tap.step === 'sending') show({ ...tap, step: nextStep(tap.step, 'unanswered') })
  }

  /** What was not answered because of the connection takes its place in the order again: the connection failed, not the tap. */
  function resetTriesOfLine(): void {
    if (!isLineNew && !isLineDown) return
    isLineNew = false
    for (const tap of taps().values())
      if (tap.tries > 0 && tap.trouble?.because === 'line') show({ ...tap, tries: 0, nextTryAt: 0 })
  }

  /** Sends what is due, one after the other; returns when nothing is, or the connection seems to be lost. */
  async function sendDue(isOurs: () => boolean): Promise<void> {
    await load()
    takeOver()
    resetTriesOfLine()
    let silences = 0
    while (silences < maxSilences && isOurs()) {
      const outcome = await sendNext(silences > 0)
      if (outcome === null || outcome.kind === 'signed-out') break
      silences = isSilence(outcome) ? silences + 1 : 0
    }
    if (isLineDown) silentRuns++
  }

  async function sendNext(isProbe: boolean): Promise<SendOutcome | null> {
    const tap = nextOfUser(isProbe)
    if (tap === null) return null
    const outcome = await sendOne(tap)
    isLineDown = isSilence(outcome)
    if (!isLineDown) silentRuns = 0
    return outcome
  }

  function nextOfUser(isProbe: boolean): Tap | null {
    const user = owner()
    if (user === null) return null
    return isProbe ? oneToProbe(taps().values(), user, now(), random) : nextToSend(taps().values(), user, now())
  }

  async function sendOne(waiting: Tap): Promise<SendOutcome> {
    const tap: Tap = { ...waiting, at: waiting.at ?? timeOf(waiting), step: nextStep(waiting.step, 'send') }
    await put(tap)
    const outcome = await send(tap)
    await onOutcome(tap, outcome)
    if (outcome.kind === 'accepted') await remove(tap, outcome.answer)
    else if (outcome.kind === 'refused') await put(refused(tap, outcome.refusal))
    else if (outcome.kind === 'unanswered') await put(held(tap, outcome.trouble))
    else await put({ ...tap, step: nextStep(tap.step, 'unanswered') })
    return outcome
  }

  const refused = (tap: Tap, refusal: Rejection): Tap => ({ ...tap, step: nextStep(tap.step, 'declined'), refusal })

  function held(tap: Tap, trouble: SendFailure): Tap {
    const tries = tap.tries + 1
    const nextTryAt = now() + pauseAfter(tries, random)
    const waiting: Tap = { ...tap, step: nextStep(tap.step, 'unanswered'), tries, nextTryAt, trouble }
    if (!isGivenUp(waiting) || trouble.because === 'line') return waiting
    return refused(tap, { code: 'SERVER_ERROR', message: trouble.message, at: now() })
  }

  /** One run at a time in this tab; what is asked for meanwhile is looked at after it. */
  async function run(): Promise<void> {
    isWanted = true
    running ??= (async () => {
      try {
        while (isWanted) {
          isWanted = false
          await alone(sendDue)
        }
      } finally {
        running = null
      }
    })()
    await running
    const user = owner()
    const next = user === null ? null : nextTime(taps().values(), user)
    if (next === null) return
    // Where the connection is lost, all that waits for it waits for one try: 500 taps do not take turns in failing.
    if (isLineDown) later(pauseAfter(silentRuns, random), () => void wake())
    else later(Math.max(0, next - now()), () => void run())
  }

  /** The line may be back: what waited for it is tried at once. What a server in trouble gave back waits on. */
  async function wake(): Promise<void> {
    isLineDown = false
    isLineNew = true
    await run()
  }

  return {
    state,
    taps,
    load,
    run,
    wake,
    isLineDown: () => isLineDown,
    /** Resolves when it is kept: before that, nothing on the screen may change. */
    async keep(tap: NewTap): Promise<Tap> {
      const keptTap = await store.add(tap)
      show(keptTap)
      tell({ type: 'changed', tap: keptTap })
      return keptTap
    },
    /** Someone has seen the refusal: it stays as the others have it, or is asked for once more, as of now. */
    async decide(tap: Tap, decision: 'keep theirs' | 'do mine now', again: (tap: Tap) => NewTap): Promise<void> {
      nextStep(tap.step, decision)
      if (decision === 'do mine now') {
        const keptTap = await store.add(again(tap))
        show(keptTap)
        tell({ type: 'changed', tap: keptTap })
      }
      await remove(tap)
    },
    /** Never sends it, whatever its step: for those whose user is gone. */
    discard: (tap: Tap): Promise<void> => remove(tap),
    /** What another tab did. */
    receive(news: TapNews): void {
      if (news.type === 'changed') show(news.tap)
      else hide(news.tap)
    },
  }
}
export type OutboxEngine = ReturnType<typeof createOutbox>

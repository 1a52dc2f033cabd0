/** A command as deciders get it: time comes with it, so that `decide` stays pure. */
export interface TimedCommand<
  Type extends string = string,
  Data extends Record<string, unknown> = Record<string, unknown>,
> {
  readonly type: Type
  readonly data: Data
  readonly metadata: { readonly now: Date }
}

interface AnyEvent {
  readonly type: string
  readonly data: Record<string, unknown>
}

/** The three pure functions of a stream; `decide` may throw a `DomainError`. */
export interface Decider<State, Command extends TimedCommand, Event extends AnyEvent> {
  readonly decide: (command: Command, state: State) => Event | Event[]
  readonly evolve: (state: State, event: Event) => State
  readonly initialState: () => State
}

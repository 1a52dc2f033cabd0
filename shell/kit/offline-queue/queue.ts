/** `outbox.ts`, which released parts ask the shell for by that name and its exports, in the words of today. */
export {
  decideTap as decideCommand,
  discardTaps as discardCommands,
  keepTap as queueCommand,
  type OutcomeListener,
  onOutcome,
  outboxBegun as queueLoaded,
  sendNow,
  useTaps as useQueuedCommands,
  useTapsOfOthers as useCommandsOfOthers,
} from '@ultimate/kit/outbox/outbox.ts'

/** The exports that released parts ask the shell for by the name of this file. */
export {
  CommandCanceled,
  type CommandStatus,
  type CommandToSend,
  cancelCommand,
  commandAt,
  isShown,
  isUnderWay,
  resetCommand,
  type SentCommand,
  sendCommand,
  useSentCommand,
} from '@ultimate/kit/request/use-command.ts'

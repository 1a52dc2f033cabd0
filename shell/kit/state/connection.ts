/** `line.ts`, which released parts ask the shell for by that name and its exports, in the words of today. */
export {
  type Connection,
  lineOf as connectionOf,
  streamFound,
  streamLost,
  useLineStore as useConnectionStore,
} from '@ultimate/kit/state/line.ts'

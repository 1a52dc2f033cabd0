/** Gives the exports of `line.ts` their current names; released parts ask the shell for that file and its exports. */
export {
  type Connection,
  lineOf as connectionOf,
  streamFound,
  streamLost,
  useLineStore as useConnectionStore,
} from '@ultimate/kit/state/line.ts'

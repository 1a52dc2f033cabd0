/** Gives the exports of `kept.ts` their current names; released parts ask the shell for that file and its exports. */
export {
  deviceStorage,
  kept as storedValue,
  type Store,
  tabStorage,
  useStorageStore,
} from '@ultimate/kit/state/kept.ts'

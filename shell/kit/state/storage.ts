/** `kept.ts`, which released parts ask the shell for by that name and its exports, in the words of today. */
export {
  deviceStorage,
  kept as storedValue,
  type Store,
  tabStorage,
  useStorageStore,
} from '@ultimate/kit/state/kept.ts'

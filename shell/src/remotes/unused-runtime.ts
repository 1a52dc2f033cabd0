/**
 * Stands in for what the federation runtime brings to look up remotes by their manifests and to preload them
 * (`scripts/lean-federation.ts`). The shell does both itself, in a fifth of the code.
 */
export class SnapshotHandler {
  readonly hooks = { applyPlugin: () => undefined }
  readonly manifestCache = new Map<string, object>()
}

export const getGlobalRemoteInfo = () => ({})
export const formatPreloadArgs = () => []
export const defaultPreloadArgs = () => ({})
export const normalizePreloadExposes = () => []
export const preloadAssets = () => Promise.resolve([])

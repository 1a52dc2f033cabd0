import * as own from 'react-refresh/runtime.js'

/**
 * Fast Refresh keeps what it knows of components in its module. Every bundle brings one, but only the first sees React
 * start: so all of them use the first. Without this, changes of a part would arrive and nothing would be drawn anew.
 */
globalThis.refreshRuntime ??= own

export const {
  createSignatureFunctionForTransform,
  getFamilyByType,
  injectIntoGlobalHook,
  isLikelyComponentType,
  performReactRefresh,
  register,
} = globalThis.refreshRuntime

/**
 * Stands in for `updateOptions` of `@module-federation/webpack-bundler-runtime` in the entry of a part: that adds tables
 * which come after the start, and the bundler writes all of them into the entry.
 */
export function updateConsumeOptions(): void {
  // The runtime has read them at the start.
}

/**
 * Replaces `updateOptions` of `@module-federation/webpack-bundler-runtime` in the entry of a part. The original reads
 * tables that are added after the start. Here the bundler writes all tables into the entry, so there are none to add.
 */
export function updateConsumeOptions(): void {}

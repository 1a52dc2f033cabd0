/** The package brings types of only some of its files. */
declare module '@module-federation/webpack-bundler-runtime/dist/consumes.js' {
  export const consumes: (options: object) => void
}

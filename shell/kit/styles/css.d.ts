/** Style sheets without names of their own: loaded for their effect. */
declare module '*.css'

/** A style sheet whose class names are hashed by the build; the keys are the names as written in the file. */
declare module '*.module.css' {
  const classNames: Readonly<Record<string, string>>
  export default classNames
}

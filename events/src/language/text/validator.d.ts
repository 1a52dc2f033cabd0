/** The package is written for CommonJS, and its published types fit only one of the two ways it is loaded here. */
declare module 'validator/lib/isEmail.js' {
  const isEmail: (address: string) => boolean
  export default isEmail
}

/** Style sheets without names of their own: loaded for their effect. */
declare module '*.css'

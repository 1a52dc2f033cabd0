import styles from './skip-link.module.css'

/** The first stop of the Tab key: jumps over the navigation to the element with this id (give it tabIndex -1). */
export function SkipLink({ target = 'main' }: { readonly target?: string }) {
  return (
    <a className={styles['skip']} href={`#${target}`}>
      Skip to content
    </a>
  )
}

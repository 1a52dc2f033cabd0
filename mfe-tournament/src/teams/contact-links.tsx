import styles from './team-page.module.css'

/** Calls it. A phone is written as it was typed; what cannot be dialed is left out of the link. */
export const PhoneLink = ({ phone }: { readonly phone: string }) => (
  <a className={styles['contact']} href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>
    <bdi>{phone}</bdi>
  </a>
)

export const EmailLink = ({ email }: { readonly email: string }) => (
  <a className={styles['contact']} href={`mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`}>
    <bdi>{email}</bdi>
  </a>
)

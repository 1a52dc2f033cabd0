import styles from './team-page.module.css'

/** A link that calls the phone. The text is as it was typed; the link leaves out characters that cannot be dialed. */
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

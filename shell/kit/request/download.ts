/** Hands a file to the browser, which saves it as it saves every download. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The download has taken the content over by the next task.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}

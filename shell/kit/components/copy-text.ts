/** Puts the text on the clipboard, also where the page was not served securely. False if the browser refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    if (!navigator.clipboard) return copyBySelection(text)
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyBySelection(text)
  }
}

function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea')
  area.value = text
  area.readOnly = true
  area.className = 'off-screen'
  document.body.append(area)
  area.select()
  try {
    return document.execCommand?.('copy') ?? false
  } finally {
    area.remove()
  }
}

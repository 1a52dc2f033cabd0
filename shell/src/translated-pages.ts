/**
 * Page translation puts an element in place of each text. React goes on with the text, which its parent no longer holds:
 * it fails to remove it or to insert before it, and what it writes is not seen. Here what stands for the text is moved
 * instead, and a text that changes takes its place back, to be translated anew.
 */
export function surviveTranslation(): void {
  const wrappers = new WeakMap<Node, Element>()
  const { insertBefore, removeChild, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  const note = (changes: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes } of changes) {
      const [wrapper] = addedNodes
      const [text] = removedNodes
      const isWrapped = wrapper instanceof Element && wrapper.localName === 'font' && text?.nodeType === Node.TEXT_NODE
      if (isWrapped) wrappers.set(text, wrapper)
    }
  }
  const observer = new MutationObserver(note)
  observer.observe(document, { childList: true, subtree: true })

  /** The child of this parent that stands for the text: the outermost wrapper. */
  const standIn = (parent: Node, text: Node): Node | null => {
    note(observer.takeRecords())
    let holder: Node | null = text.parentNode ? text : (wrappers.get(text) ?? null)
    while (holder && holder.parentNode !== parent) holder = holder.parentNode
    return holder
  }
  const isLost = (parent: Node, child: Node | null): child is Node =>
    child?.nodeType === Node.TEXT_NODE && child.parentNode !== parent
  const dropWrapper = (node: Node) => {
    if (node.nodeType !== Node.TEXT_NODE) return
    wrappers.get(node)?.remove()
    wrappers.delete(node)
  }

  Node.prototype.removeChild = function <T extends Node>(child: T): T {
    if (!isLost(this, child)) return removeChild.call(this, child) as T
    const now = standIn(this, child)
    if (now) removeChild.call(this, now)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    dropWrapper(node)
    return insertBefore.call(this, node, isLost(this, before) ? standIn(this, before) : before) as T
  }
  Node.prototype.appendChild = function <T extends Node>(node: T): T {
    dropWrapper(node)
    return appendChild.call(this, node) as T
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (this.nodeType === Node.TEXT_NODE && !this.parentNode) {
        note(observer.takeRecords())
        const wrapper = wrappers.get(this)
        wrappers.delete(this)
        wrapper?.replaceWith(this)
      }
      nodeValue?.set?.call(this, value)
    },
  })
}

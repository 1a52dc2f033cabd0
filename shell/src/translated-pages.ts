/**
 * Lets React work on translated pages. Page translation replaces each text by an element, but React goes on with the
 * text. React fails to remove the text or to insert before it, and its changes of the text are invisible. This moves
 * the element in place of the text, and puts a changed text back, to be translated anew.
 */
export function surviveTranslation(): void {
  const wrappers = new WeakMap<Node, Element>()
  const { insertBefore, removeChild, appendChild } = Node.prototype
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue')

  const noteWrappers = (changes: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes } of changes) {
      const [wrapper] = addedNodes
      const [text] = removedNodes
      const isWrapped = wrapper instanceof Element && wrapper.localName === 'font' && text?.nodeType === Node.TEXT_NODE
      if (isWrapped) wrappers.set(text, wrapper)
    }
  }
  const observer = new MutationObserver(noteWrappers)
  observer.observe(document, { childList: true, subtree: true })

  /** Returns the child of this parent that replaces the text, which is the outermost wrapper. */
  const findStandIn = (parent: Node, text: Node): Node | null => {
    noteWrappers(observer.takeRecords())
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
    const replacement = findStandIn(this, child)
    if (replacement) removeChild.call(this, replacement)
    return child
  }
  Node.prototype.insertBefore = function <T extends Node>(node: T, before: Node | null): T {
    dropWrapper(node)
    return insertBefore.call(this, node, isLost(this, before) ? findStandIn(this, before) : before) as T
  }
  Node.prototype.appendChild = function <T extends Node>(node: T): T {
    dropWrapper(node)
    return appendChild.call(this, node) as T
  }
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, value: string | null) {
      if (this.nodeType === Node.TEXT_NODE && !this.parentNode) {
        noteWrappers(observer.takeRecords())
        const wrapper = wrappers.get(this)
        wrappers.delete(this)
        wrapper?.replaceWith(this)
      }
      nodeValue?.set?.call(this, value)
    },
  })
}

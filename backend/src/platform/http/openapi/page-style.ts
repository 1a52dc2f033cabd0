/** The style of the API's page. It stands in the page itself, so that the page is one request and needs no build. */
export const pageStyle = `
:root { color-scheme: light dark; --ink: light-dark(#1f2430, #e8e6e1); --soft: light-dark(#5b6172, #a9adb9);
  --ground: light-dark(#fbfaf7, #15181f); --card: light-dark(#fff, #1d212b); --line: light-dark(#e4e1da, #2f3542);
  --accent: light-dark(#9a3b12, #f0a36b); }
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0; font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground);
  display: grid; grid-template: auto 1fr / minmax(15rem, 21rem) minmax(0, 1fr); }
header { grid-column: 1 / -1; padding: 2rem 2rem 1rem; border-bottom: 1px solid var(--line); }
h1, h2, h3, h4, p { margin: 0 0 .5rem; }
h2 { text-transform: capitalize; font-size: 1.35rem; }
nav { padding: 1.5rem 2rem; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; }
nav h2 { font-size: .85rem; color: var(--soft); margin-top: 1rem; }
nav ul { list-style: none; margin: 0; padding: 0; font-size: .82rem; }
nav b { display: inline-block; min-width: 3.6em; color: var(--soft); font-weight: 600; }
nav a { color: inherit; text-decoration: none; display: block; padding: .2rem 0; overflow-wrap: anywhere; }
a { color: var(--accent); }
a:hover, a:focus-visible { text-decoration: underline; }
main { padding: 1.5rem 2rem 4rem; }
section { margin-bottom: 3rem; max-width: 56rem; }
article { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.25rem 1.5rem;
  margin: 1rem 0; }
article:target { border-color: var(--accent); }
h3 { font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { font-size: .8rem; color: var(--soft); margin-top: 1rem; }
.method { font: 600 .75rem/1 ui-monospace, monospace; padding: .3em .55em; border-radius: .4em; color: #fff;
  background: #4a5163; }
.method.get { background: #1f6f5c; } .method.post { background: #8a4b08; } .method.put { background: #3a55a4; }
.method.delete { background: #a3262d; }
.roles { font-size: .85rem; color: var(--soft); }
code, pre { font: .86em/1.55 ui-monospace, monospace; }
pre { background: var(--ground); border: 1px solid var(--line); border-radius: .5rem; padding: .75rem 1rem;
  margin: .4rem 0; overflow: auto; }
ul { padding-left: 1.2rem; margin: 0; }
dl { display: grid; grid-template-columns: 3.5rem minmax(0, 1fr); gap: .5rem 0; margin: 0; font-size: .92rem; }
dt { font-weight: 650; } dd { margin: 0; }
@media (max-width: 50rem) { body { display: block; } nav { position: static; max-height: none; padding: 1rem; }
  header, main { padding-inline: 1rem; } }
`

/** The look of the page, which has no other file: the phone's own letters, by day and by night. */
export const style = `
:root { color-scheme: light dark; --ink: #23201c; --soft: #5d564c; --paper: #fffdf8; --wall: #f1ece2; --line: #d8d0c2; --mark: #8a3b12 }
@media (prefers-color-scheme: dark) {
  :root { --ink: #f1ece2; --soft: #b9b0a1; --paper: #24211d; --wall: #191714; --line: #45403a; --mark: #f0a878 }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--wall); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
main, header, footer { max-width: 44rem; margin: 0 auto; padding: 1rem }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 1rem 0 .5rem }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .75rem; padding-top: 1rem; border-top: 2px solid var(--line) }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .5rem }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none }
nav a { display: inline-block; padding: .6rem 0; min-height: 2.75rem }
a { color: var(--mark) }
article, .card { background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; padding: .75rem 1rem; margin: 0 0 .6rem; content-visibility: auto; contain-intrinsic-size: auto 5rem }
article > p { margin: .25rem 0 0; white-space: pre-wrap }
.meta, .note { color: var(--soft); font-size: .875rem; white-space: normal }
dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: .5rem; margin: 0 }
dt { color: var(--soft); font-size: .875rem }
dd { margin: 0 }
label { display: block; font-weight: 600; margin: .75rem 0 .25rem }
input, button { font: inherit; min-height: 2.75rem; border-radius: .5rem; border: 1.5px solid var(--soft); padding: .5rem .75rem; background: var(--paper); color: var(--ink) }
input { width: 100% }
button { margin-top: .75rem; font-weight: 700; cursor: pointer }
:focus-visible { outline: 3px solid var(--mark); outline-offset: 2px }
[role=status] { font-weight: 600; min-height: 1.55em }
img { max-width: 100%; height: auto; border-radius: .4rem; display: block; margin-top: .5rem }
@media print { article { break-inside: avoid } nav, form { display: none } }
`

/** A router for markup that is drawn without a browser. Apart from the other facade, so that no page carries it. */
export { StaticRouter } from 'react-router'

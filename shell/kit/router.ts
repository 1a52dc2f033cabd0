/**
 * The exports of React Router that all parts use. A facade, because a shared package cannot be tree-shaken: this file
 * can.
 */
export {
  createBrowserRouter,
  Link,
  type LinkProps,
  Navigate,
  NavLink,
  type NavLinkProps,
  Outlet,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
  RouterProvider,
  ScrollRestoration,
  useBlocker,
  useLocation,
  useNavigate,
  useNavigation,
  useNavigationType,
  useRouteError,
  useSearchParams,
} from 'react-router'

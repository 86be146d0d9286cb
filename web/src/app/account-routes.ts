import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { readLoginSearch, readTokenSearch } from '../features/sign-in/search.js';
import { pageConfig } from '../lib/page/page-config.js';
import { rootRoute } from './root-route.js';

/** Redirects account pages to the home page if authentication is off. */
function needAccounts(): void {
  if (!pageConfig.authenticationEnabled) throw redirect({ to: '/', replace: true });
}

const before = { isBare: true };

const login = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  staticData: before,
  validateSearch: readLoginSearch,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/login-page.js'),
    'LoginPage',
  ),
});

const logout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  staticData: before,
  validateSearch: readLoginSearch,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/logout-page.js'),
    'LogoutPage',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  staticData: before,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/forgot-password-page.js'),
    'ForgotPasswordPage',
  ),
});

const resetWithToken = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password-with-token',
  staticData: before,
  validateSearch: readTokenSearch,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/reset-password-page.js'),
    'ResetPasswordPage',
  ),
});

const changePassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  staticData: before,
  validateSearch: readLoginSearch,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/change-password-page.js'),
    'ChangePasswordPage',
  ),
});

const secondFactor = createRoute({
  getParentRoute: () => rootRoute,
  path: '/second-factor',
  staticData: before,
  validateSearch: readLoginSearch,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/second-factor-page.js'),
    'SecondFactorPage',
  ),
});

const consent = createRoute({
  getParentRoute: () => rootRoute,
  path: '/oauth2/consent',
  staticData: before,
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/sign-in/routes/consent-page.js'),
    'ConsentPage',
  ),
});

const profile = createRoute({
  getParentRoute: () => rootRoute,
  path: '/profile',
  beforeLoad: needAccounts,
  component: lazyRouteComponent(
    () => import('../features/profile/routes/profile-page.js'),
    'ProfilePage',
  ),
});

const profileHome = createRoute({
  getParentRoute: () => profile,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/profile/account', replace: true });
  },
});

const account = createRoute({
  getParentRoute: () => profile,
  path: '/account',
  component: lazyRouteComponent(
    () => import('../features/profile/routes/account-page.js'),
    'AccountPage',
  ),
});

const security = createRoute({
  getParentRoute: () => profile,
  path: '/security',
  component: lazyRouteComponent(
    () => import('../features/profile/routes/security-page.js'),
    'SecurityPage',
  ),
});

const apiKeys = createRoute({
  getParentRoute: () => profile,
  path: '/api-keys',
  component: lazyRouteComponent(
    () => import('../features/profile/routes/personal-api-keys-page.js'),
    'PersonalApiKeysPage',
  ),
});

const sessions = createRoute({
  getParentRoute: () => profile,
  path: '/sessions',
  component: lazyRouteComponent(
    () => import('../features/profile/routes/sign-in-sessions-page.js'),
    'SignInSessionsPage',
  ),
});

const applications = createRoute({
  getParentRoute: () => profile,
  path: '/applications',
  component: lazyRouteComponent(
    () => import('../features/profile/routes/applications-page.js'),
    'ApplicationsPage',
  ),
});

const preferences = createRoute({
  getParentRoute: () => profile,
  path: '/preferences',
  component: lazyRouteComponent(
    () => import('../features/profile/routes/preferences-page.js'),
    'PreferencesPage',
  ),
});

/** The sign-in pages. */
export const signInRoutes = [
  login,
  logout,
  forgotPassword,
  resetWithToken,
  changePassword,
  secondFactor,
  consent,
] as const;

/** The pages of your account. */
export const profileRoute = profile.addChildren([
  profileHome,
  account,
  security,
  apiKeys,
  sessions,
  applications,
  preferences,
]);

import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useAuth } from '#web/features/auth/auth-context.ts';
import { AuthProvider } from '#web/features/auth/auth-provider.tsx';
import { benchOf } from '#web/features/auth/testing/platform.ts';

function Status() {
  return useAuth().state.status;
}

test('Authentication hook used outside its provider: a French message says that it must be used inside', () => {
  expect(() => renderToString(<Status />)).toThrow(
    'useAuth doit être utilisé à l’intérieur de AuthProvider.',
  );
});

test('inside its provider the hook tells who is here', () => {
  const auth = benchOf(() => undefined);
  expect(
    renderToString(
      <AuthProvider auth={auth}>
        <Status />
      </AuthProvider>,
    ),
  ).toBe('loading');
});

import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { AuthContext, useAuth } from '#web/features/auth/auth-context.ts';
import { benchOf } from '#web/features/auth/testing/platform.ts';

function Status() {
  return useAuth().state.status;
}

test('Authentication hook used outside its provider: a French message says that it must be used inside', () => {
  expect(() => renderToString(<Status />)).toThrow(
    'useAuth doit être utilisé à l’intérieur de AuthProvider.',
  );
});

test('inside its provider the hook returns the signed-in person', () => {
  const auth = benchOf(() => undefined);
  expect(
    renderToString(
      <AuthContext value={auth}>
        <Status />
      </AuthContext>,
    ),
  ).toBe('loading');
});

import { describe, expect, test } from 'vitest';
import { parseSettings } from './settings.ts';

describe('settings', () => {
  test('work on one machine with nothing set', () => {
    expect(parseSettings({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      databaseUrl: null,
      adminSignup: 'open',
      demoData: true,
      auth: { autoconfirm: true },
    });
  });

  test('an empty variable counts as absent, and mail with a server asks people to confirm', () => {
    expect(parseSettings({ DATABASE_URL: '', MAIL_URL: 'smtp://localhost:25' })).toMatchObject({
      databaseUrl: null,
      auth: { autoconfirm: false },
    });
  });

  test('list everything that is wrong at once', () => {
    const wrong = { PORT: 'many', DATABASE_URL: 'mysql://x', DATABASE_POOL: '2', JWT_SECRET: 'short' };
    expect(() => parseSettings(wrong)).toThrow(
      /PORT[\s\S]*DATABASE_URL[\s\S]*DATABASE_POOL[\s\S]*JWT_SECRET/,
    );
  });

  test('production refuses made-up secrets, demo data and mail that goes nowhere', () => {
    expect(() => parseSettings({ NODE_ENV: 'production', DEMO_DATA: 'true', ADMIN_SIGNUP: 'open' })).toThrow(
      /PUBLIC_URL[\s\S]*DATABASE_URL[\s\S]*SUPABASE_SECRET_KEY[\s\S]*STRIPE_SECRET_KEY[\s\S]*JWT_PRIVATE_KEY[\s\S]*DEMO_DATA[\s\S]*ADMIN_SIGNUP/,
    );
  });

  test('production refuses a clock that somebody moved', () => {
    expect(parseSettings({ CLOCK_AHEAD: '1440' }).clockAhead).toBe(1_440);
    expect(() => parseSettings({ NODE_ENV: 'production', CLOCK_AHEAD: '1' })).toThrow(/CLOCK_AHEAD/);
    // It never goes back: the database would hold what has not happened yet.
    expect(() => parseSettings({ CLOCK_AHEAD: '-1' })).toThrow(/CLOCK_AHEAD/);
  });

  test('two Stripe keys choose Stripe, one alone is a mistake', () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    expect(parseSettings({}).stripe).toBeNull();
    expect(parseSettings(keys).stripe).toEqual({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1' });
    expect(() => parseSettings({ STRIPE_SECRET_KEY: 'sk_test_1' })).toThrow(/vont ensemble/);
    expect(() => parseSettings({ ...keys, STRIPE_SECRET_KEY: 'whsec_1' })).toThrow(/STRIPE_SECRET_KEY/);
  });

  test('outside the demonstration an admin account waits for approval', () => {
    expect(parseSettings({ DEMO_DATA: 'false' }).adminSignup).toBe('approval');
  });
});

test('a relay for the rooms needs its addresses and its secret', () => {
  expect(parseSettings({}).turn).toBeNull();
  const turn = {
    TURN_URL: 'turn:relay.example:3478,turns:relay.example:5349',
    TURN_SECRET: 'a secret of coturn',
  };
  expect(parseSettings(turn).turn).toEqual({
    urls: ['turn:relay.example:3478', 'turns:relay.example:5349'],
    secret: 'a secret of coturn',
  });
  expect(() => parseSettings({ TURN_URL: turn.TURN_URL })).toThrow('vont ensemble');
  expect(() => parseSettings({ ...turn, TURN_URL: 'relay.example' })).toThrow('TURN_URL');
});

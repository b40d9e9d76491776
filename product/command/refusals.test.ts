import { describe, expect, test } from 'vitest';
import { AppError } from '#product/shared/errors.ts';
import { refusalOf } from './refusals.ts';

describe('refusals', () => {
  test('a rule’s refusal keeps its code, status and wait', () => {
    expect(refusalOf(new AppError('too_many_attempts', 'Later', { retryAfter: 9 }))).toEqual({
      status: 429,
      code: 'too_many_attempts',
      message: 'Later',
      retryAfter: 9,
    });
  });

  test('a named constraint and a raised code become one', () => {
    const constraint = Object.assign(new Error(), { code: '23505', constraint: 'suspensions_open_key' });
    expect(refusalOf(constraint)?.code).toBe('already_suspended');
    expect(refusalOf(Object.assign(new Error(), { code: 'LG001' }))?.code).toBe('forbidden');
  });

  test.each([new Error('boom'), Object.assign(new Error(), { constraint: 'constructor' }), 'text', null])(
    'nobody knows %s',
    (error) => expect(refusalOf(error)).toBeNull(),
  );
});

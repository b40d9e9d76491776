-- Intake questions are written through rest: each has an id to keep its answer by, a label, and says whether it must be answered.
-- Anything else would break the page of whoever books.
alter table public.offers add constraint offers_questions_shape_check check (
  jsonb_array_length(questions) = jsonb_array_length(jsonb_path_query_array(questions,
    '$[*] ? (@.id like_regex "^[A-Za-z0-9_-]{1,64}$" && @.label like_regex "[^ ]" && @.required.type() == "boolean")'))
);

-- versions.count
with "touched" as (
  insert into versions (topic, version)
  select topic, 1
  from (
    select value as topic
    from json_array_elements_text(cast(:topics as json))
  ) as named
  where true
  order by topic
  on conflict (topic) do update set version = versions.version + 1
  returning topic, version
)
select (
  select json_build_object('versions', counted.versions, 'sent', cast(pg_notify('greenroom_changes', cast(json_build_object('from',
      cast(:writer as text), 'versions', counted.versions, 'changed', cast(:changed as json)) as text)) as
      text))
  from (
    select json_agg(json_build_array(topic, version)) as versions
    from touched
  ) as counted
  where counted.versions is not null
) as "touched";

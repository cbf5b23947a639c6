// SPDX-License-Identifier: Apache-2.0
#include "libbake/config/field.h"

#include <algorithm>
#include <cmath>

namespace ocean {

std::string Field::flag() const {
  std::string dashed = "--" + name;
  std::replace(dashed.begin() + 2, dashed.end(), '_', '-');
  return dashed;
}

namespace {

bool is_integer(const Field& f) { return f.kind == FieldKind::integer || f.kind == FieldKind::integers; }

// The nearest integers inside a real bound; beyond int64 there is no bound.
int64_t ceil_bound(double x) {
  return x <= -9.2e18 ? std::numeric_limits<int64_t>::min() : static_cast<int64_t>(std::ceil(x));
}
int64_t floor_bound(double x) {
  return x >= 9.2e18 ? std::numeric_limits<int64_t>::max() : static_cast<int64_t>(std::floor(x));
}

}  // namespace

FieldBuilder& FieldBuilder::min(double low) {
  f_->low = low;
  f_->low_open = false;
  if (is_integer(*f_)) f_->int_low = std::max(f_->int_low, ceil_bound(low));
  return *this;
}

FieldBuilder& FieldBuilder::max(double high) {
  f_->high = high;
  f_->high_open = false;
  if (is_integer(*f_)) f_->int_high = std::min(f_->int_high, floor_bound(high));
  return *this;
}

FieldBuilder& FieldBuilder::above(double low) {
  if (is_integer(*f_)) return min(std::floor(low) + 1);
  f_->low = low;
  f_->low_open = true;
  return *this;
}

FieldBuilder& FieldBuilder::below(double high) {
  if (is_integer(*f_)) return max(std::ceil(high) - 1);
  f_->high = high;
  f_->high_open = true;
  return *this;
}

FieldBuilder Fields::add(std::string name, FieldKind kind, std::function<Value()> get,
                         std::function<void(const Value&)> set) {
  Field& f = all_.emplace_back();
  f.name = std::move(name);
  f.kind = kind;
  f.group = group_;
  f.get = std::move(get);
  f.set = std::move(set);
  return FieldBuilder(f);
}

namespace {

template <class T>
auto getter(T& member) {
  return [&member] { return Value(member); };
}
template <class T>
auto setter(T& member) {
  return [&member](const Value& v) { member = std::get<T>(v); };
}
template <class T>
auto optional_getter(std::optional<T>& member) {
  return [&member] { return member ? Value(*member) : Value(); };
}
template <class T>
auto optional_setter(std::optional<T>& member) {
  return [&member](const Value& v) {
    member.reset();
    if (const T* x = std::get_if<T>(&v)) member = *x;
  };
}

}  // namespace

FieldBuilder Fields::boolean(std::string name, bool& m) {
  return add(std::move(name), FieldKind::boolean, getter(m), setter(m));
}

FieldBuilder Fields::integer(std::string name, int32_t& m) {
  return add(
             std::move(name), FieldKind::integer, [&m] { return Value(int64_t{m}); },
             [&m](const Value& v) { m = static_cast<int32_t>(std::get<int64_t>(v)); })
      .range(std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max());
}

FieldBuilder Fields::integer(std::string name, int64_t& m) {
  return add(std::move(name), FieldKind::integer, getter(m), setter(m));
}

FieldBuilder Fields::integer(std::string name, std::optional<int64_t>& m) {
  FieldBuilder b = add(std::move(name), FieldKind::integer, optional_getter(m), optional_setter(m));
  all_.back().optional = true;
  return b;
}

FieldBuilder Fields::real(std::string name, double& m) {
  return add(std::move(name), FieldKind::real, getter(m), setter(m));
}

FieldBuilder Fields::real(std::string name, std::optional<double>& m) {
  FieldBuilder b = add(std::move(name), FieldKind::real, optional_getter(m), optional_setter(m));
  all_.back().optional = true;
  return b;
}

FieldBuilder Fields::text(std::string name, std::string& m) {
  return add(std::move(name), FieldKind::text, getter(m), setter(m));
}
FieldBuilder Fields::path(std::string name, std::string& m) {
  return add(std::move(name), FieldKind::path, getter(m), setter(m));
}

FieldBuilder Fields::integers(std::string name, std::vector<int64_t>& m) {
  return add(std::move(name), FieldKind::integers, getter(m), setter(m));
}
FieldBuilder Fields::reals(std::string name, std::vector<double>& m) {
  return add(std::move(name), FieldKind::reals, getter(m), setter(m));
}
FieldBuilder Fields::texts(std::string name, std::vector<std::string>& m) {
  return add(std::move(name), FieldKind::texts, getter(m), setter(m));
}
FieldBuilder Fields::paths(std::string name, std::vector<std::string>& m) {
  return add(std::move(name), FieldKind::paths, getter(m), setter(m));
}

const Field* Fields::find(std::string_view name) const {
  for (const Field& f : all_)
    if (f.name == name || std::find(f.aliases.begin(), f.aliases.end(), name) != f.aliases.end()) return &f;
  return nullptr;
}

}  // namespace ocean
